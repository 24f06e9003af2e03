import type { Contract } from '#lib/api/contract/define.ts'
import { contracts } from '#lib/api/contract/index.ts'
import { declaredCodes, statusOf } from '#lib/api/declared-errors.ts'

/** Every operation's contract, without its specific type parameters. */
export const allContracts: readonly Contract[] = Object.values<Contract>(contracts)

/** Rows for `test.each`: an operation's title and its contract. */
export const eachContract: readonly (readonly [title: string, contract: Contract])[] =
  allContracts.map((contract) => [contract.id, contract])

export function parametersOf({ path }: Pick<Contract, 'path'>): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '')
}

/** A contract's path with encoded values for its parameters. */
export function pathWith(
  { path }: Pick<Contract, 'path'>,
  value: string | ((name: string) => string),
): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    typeof value === 'string' ? value : value(name),
  )
}

/** A path without the names of its parameters: `/api/v1/admin/groups/{}`. */
export function shapeOf(path: string): string {
  return path.replaceAll(/\{\w+\}|\[\w+\]/g, '{}')
}

/** The contract that matches a request; fixed segments win over parameters. */
export function findContract(method: string, path: string): Contract | undefined {
  const asked = path.split('?', 1)[0] ?? ''
  return allContracts
    .filter((contract) => contract.method === method && matches(contract.path, asked))
    .toSorted((a, b) => parametersOf(a).length - parametersOf(b).length)[0]
}

/**
 * Describes how an answer breaks its operation's contract: an undeclared status or error code. Null when it
 * conforms, or when no contract matches the request.
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
