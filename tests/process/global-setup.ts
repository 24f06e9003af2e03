import { prepareKeys } from '#tests/support/seeded-ahead.ts'

/** Runs once, before all files. */
export const setup = prepareKeys
