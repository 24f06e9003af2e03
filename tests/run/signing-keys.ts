import { makeKeys } from '#tests/support/seeded-ahead.ts'

process.stdout.write(await makeKeys())
