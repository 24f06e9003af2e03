import { afterAll } from 'vitest'
import { closeDatabases } from './file-database.ts'
import { makeHashesCheap } from './hashing.ts'
import { makeKeysSmall } from './key-size.ts'

makeHashesCheap()
makeKeysSmall()

afterAll(closeDatabases)
