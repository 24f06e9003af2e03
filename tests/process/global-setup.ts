import { prepareKeys } from '#tests/support/seeded-ahead.ts'

/** Runs once, before the files. */
export const setup = prepareKeys
