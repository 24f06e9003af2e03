import fc from 'fast-check'
import { afterAll } from 'vitest'
import { closeDatabases } from './file-database.ts'
import { makeHashesCheap } from './hashing.ts'

/** Every run draws the same examples; `TEST_SEED` draws others. */
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 1) })
makeHashesCheap()

afterAll(closeDatabases)
