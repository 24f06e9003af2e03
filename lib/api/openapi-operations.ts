import {
  type CatalogKey,
  type ErrorCode,
  errorCodes,
  isErrorCode,
} from '#lib/answers/error-codes.ts'
import type { Contract } from './contract/define.ts'
import { declaredCodes, statusOf } from './declared-errors.ts'
import {
  emptyAnswer,
  type Fields,
  fileAnswer,
  jsonAnswer,
  type Node,
  objectOf,
  schemaNamed,
} from './openapi-parts.ts'
import { type SchemaWriter, schemaWriter } from './openapi-schemas.ts'
import { usefulScopes } from './scopes.ts'

/** The parts of the document derived from the contracts. */
export interface DescribedOperations {
  readonly paths: Readonly<Record<string, Node>>
  readonly schemas: Readonly<Record<string, Node>>
  /** In order of first appearance. */
  readonly tags: readonly string[]
}

/** First path segment of an API and its heading in the document. */
const headings: Readonly<Record<string, string>> = {
  users: 'Users',
  'user-attributes': 'Users',
  'user-sessions': 'Users',
  'user-consents': 'Users',
  'phone-countries': 'Users',
  groups: 'Groups',
  'group-attributes': 'Groups',
  resources: 'Resources and permissions',
  permissions: 'Resources and permissions',
  clients: 'Clients',
  settings: 'Settings',
  'audit-logs': 'Audit log',
  events: 'Audit log',
  search: 'Search',
  dashboard: 'Dashboard',
}

/** Describes operations of the Admin and Account APIs, by path and method. */
export function describeOperations(contracts: readonly Contract[]): DescribedOperations {
  const writer = schemaWriter()
  const paths: Record<string, Record<string, Node>> = {}
  for (const contract of contracts) {
    const path = pathLike(contract.path, Object.keys(paths))
    paths[path] = {
      ...paths[path],
      [contract.method.toLowerCase()]: describeOperation(contract, path, writer),
    }
  }
  const failure = objectOf(
    {
      error_code: ['string', 'A code of the closed list, or a key of the message catalogs.'],
      error_description: ['string', 'For people; catalog keys in the language asked for.'],
    },
    ['error_code', 'error_description'],
  )
  return {
    paths,
    schemas: { ApiError: failure, ...writer.named },
    tags: [...new Set(contracts.map(tagOf))],
  }
}

/** A document may contain only one path of a shape, whatever the names of its parameters. */
function pathLike(path: string, known: readonly string[]): string {
  const form = (one: string) => one.replaceAll(/\{\w+\}/g, '{}')
  return known.find((one) => form(one) === form(path)) ?? path
}

function describeOperation(contract: Contract, path: string, writer: SchemaWriter): Node {
  const scopes = usefulScopes(contract).map((scope) => `\`${scope}\``)
  const names = namesIn(path)
  const parameters = [
    ...parametersOf(contract.params, 'path', writer).map((parameter) => ({
      ...parameter,
      name: names[namesIn(contract.path).indexOf(parameter.name)] ?? parameter.name,
    })),
    ...parametersOf(contract.query, 'query', writer),
  ]
  const body = bodyOf(contract, writer)
  return {
    operationId: contract.id,
    tags: [tagOf(contract)],
    summary: contract.summary,
    description: `Needs ${scopes.length > 1 ? 'one of the scopes' : 'the scope'} ${scopes.join(', ')}.`,
    security: [{ bearer: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: answersOf(contract, writer),
  }
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '')
}

function tagOf({ path }: Contract): string {
  const [, , , api = '', word = ''] = path.split('/')
  return api === 'account' ? 'Account' : (headings[word] ?? 'Other')
}

function parametersOf(schema: Contract['params'], place: 'path' | 'query', writer: SchemaWriter) {
  if (!schema) return []
  const { properties = {}, required = [] } = writer.write(schema, 'input') as {
    properties?: Record<string, Node>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...written }]) => ({
    name,
    in: place,
    ...(description !== undefined && { description }),
    required: place === 'path' || required.includes(name),
    schema: written,
  }))
}

function bodyOf({ body, upload }: Contract, writer: SchemaWriter): Node | null {
  if (upload) {
    const file = { type: 'string', format: 'binary' }
    const schema = objectOf({ [upload]: [file, 'JPEG, PNG, GIF or WebP.'] }, [upload])
    return { required: true, content: { 'multipart/form-data': { schema } } }
  }
  if (!body) return null
  return {
    required: true,
    content: { 'application/json': { schema: writer.write(body, 'input') } },
  }
}

function answersOf(contract: Contract, writer: SchemaWriter): Node {
  const status = contract.status ?? 200
  const text = status === 201 ? 'Created.' : 'Done.'
  const answers: Record<string, Node> = {
    [status]: contract.files
      ? fileAnswer(contract.files)
      : jsonAnswer(text, writer.write(contract.response, 'output')),
  }
  for (const [failed, codes] of Map.groupBy(declaredCodes(contract), statusOf)) {
    const description = codes.map(lineOf).join('\n')
    answers[failed] = {
      ...emptyAnswer(description, headersOf(failed)),
      content: { 'application/json': { schema: schemaNamed('ApiError') } },
    }
  }
  const unavailable = '- `INTERNAL_SERVER_ERROR`: not possible at the moment; nothing was done.'
  answers[503] = jsonAnswer(unavailable, schemaNamed('ApiError'), headersOf(503))
  return answers
}

function lineOf(code: ErrorCode | CatalogKey): string {
  return isErrorCode(code) ? `- \`${code}\`: ${errorCodes[code].description}` : `- \`${code}\``
}

function headersOf(status: number): Fields {
  switch (status) {
    case 400:
      return { 'WWW-Authenticate': ['string', 'Bearer challenge; with `INVALID_REQUEST` only.'] }
    case 401:
    case 403:
      return { 'WWW-Authenticate': ['string', 'Bearer challenge (RFC 6750).'] }
    case 429:
    case 503:
      return { 'Retry-After': ['integer', 'Seconds to wait.'] }
    default:
      return {}
  }
}
