import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Contract } from '#lib/api/contract/define.ts'
import { statusOf } from '#lib/api/declared-errors.ts'
import { eachContract } from '#tests/support/contracts.ts'

const folder = fileURLToPath(new URL('../../api/', import.meta.url))
const files = globSync('**/*.test.ts', { cwd: folder })

function kebab(id: string): string {
  return id.replaceAll(/[A-Z0-9]+/g, (word) => `-${word.toLowerCase()}`)
}

/** Statuses of success and of the refusals that the contract declares; outages are not tested. */
function statusesOf(contract: Contract): string[] {
  const statuses = [contract.status ?? 200, ...contract.errors.map(statusOf)]
  return [...new Set(statuses)].filter((status) => status !== 500).map(String)
}

describe('an operation has a test file with a group for every status it declares:', () => {
  it.each(eachContract)('%s', (id, contract) => {
    const name = `${kebab(id)}.test.ts`
    const found = files.filter((file) => file.split('/').at(-1) === name)
    expect(found, `one file named ${name}`).toHaveLength(1)
    const text = readFileSync(folder + found[0], 'utf8')
    const groups = [...text.matchAll(/\bdescribe[\w.]*\(\s*['"`](\d{3})\b/g)].map(([, s]) => s)
    expect(groups).toEqual(expect.arrayContaining(statusesOf(contract)))
  })
})
