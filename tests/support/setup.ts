import { afterAll } from 'vitest'
import { closeDatabases } from './file-database.ts'
import { makeHashesCheap } from './hashing.ts'

makeHashesCheap()

afterAll(closeDatabases)
