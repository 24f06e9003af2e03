import type { Contract } from '#lib/api/contract/define.ts'
import { contracts } from '#lib/api/contract/index.ts'
import { declaredCodes, statusOf } from '#lib/api/declared-errors.ts'

/** Every operation's contract, without its own types. */
export const allContracts: readonly Contract[] = Object.values<Contract>(contracts)

/** For `test.each`: how an operation is named in titles, and its contract. */
export const eachContract: readonly (readonly [title: string, contract: Contract])[] =
  allContracts.map((contract) => [contract.id, contract])

/** The variable parts of a contract's path. */
export function parametersOf({ path }: Pick<Contract, 'path'>): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '')
}

/** The path of a contract with values for its variable parts, as they stand in an address. */
export function pathWith(
  { path }: Pick<Contract, 'path'>,
  value: string | ((name: string) => string),
): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    typeof value === 'string' ? value : value(name),
  )
}

/** A path with the names of its variable parts taken out: `/api/v1/admin/groups/{}`. */
export function shapeOf(path: string): string {
  return path.replaceAll(/\{\w+\}|\[\w+\]/g, '{}')
}

/** The contract of the operation that answers a request; fixed words win over variable parts. */
export function findContract(method: string, path: string): Contract | undefined {
  const asked = path.split('?', 1)[0] ?? ''
  return allContracts
    .filter((contract) => contract.method === method && matches(contract.path, asked))
    .toSorted((a, b) => parametersOf(a).length - parametersOf(b).length)[0]
}

/**
 * What is wrong with an answer by the contract of its operation: a status or a code that the
 * contract does not declare. Null when all is well, and for what no contract describes.
 */
export function undeclared(
  method: string,
  path: string,
  answer: { readonly status: number; readonly code: unknown },
): string | null {
  const contract = findContract(method, path)
  const { status, code } = answer
  if (!contract || status === 405) return null
  if (status === (contract.status ?? 200)) return null
  const declared = declaredCodes(contract).find((one) => one === code)
  if (declared && statusOf(declared) === status) return null
  return `The contract of ${contract.id} does not declare the answer ${status} ${String(code)}.`
}

function matches(template: string, path: string): boolean {
  const wanted = template.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((word, i) => word === given[i] || (word.startsWith('{') && given[i] !== ''))
  )
}
