import { prepareKeys } from '#tests/support/seeded-ahead.ts'

export const setup = prepareKeys
