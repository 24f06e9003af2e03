import { afterAll } from 'vitest'
import { closeDatabases } from './file-database.ts'

afterAll(closeDatabases)
