import { describe } from 'vitest'
import { permissionSaves } from './permission-saves.ts'

const rules = await permissionSaves('user')

describe('200', rules.saveLists)
describe('400', rules.refuseBrokenLists)
describe('403', rules.refuseGranularCallers)
describe('404', rules.refuseUnknownRecords)
describe('409', rules.refuseConflicts)
