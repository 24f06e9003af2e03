import { validate } from '@readme/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { findRoute, loadRoute, routePaths } from '#lib/server/router.ts'
import { server } from '#tests/support/server.ts'

type Node = Record<string, unknown>

const { fetch } = await server()
const response = await fetch('/openapi.yaml')
const document = parse(await response.text()) as {
  openapi: string
  info: Node
  servers: Node[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Node>; securitySchemes: Record<string, Node> }
}

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  security: Record<string, string[]>[]
  parameters?: { name: string; in: string; required: boolean; schema: Node }[]
  responses: Record<string, Node>
}

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
)
const titles = operations.map(
  (entry) => [`${entry.method.toUpperCase()} ${entry.path}`, entry] as const,
)

/** Every object of the document with its path. */
function* nodesOf(value: unknown, at = '#'): Generator<[string, Node]> {
  if (value === null || typeof value !== 'object') return
  if (!Array.isArray(value)) yield [at, value as Node]
  for (const [key, child] of Object.entries(value)) yield* nodesOf(child, `${at}/${key}`)
}

describe('/openapi.yaml', () => {
  it('is valid for two validators that know nothing of each other', async () => {
    expect(await validate(structuredClone(document) as never)).toMatchObject({ valid: true })
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
  })

  it('is YAML for everybody and may be kept for five minutes', () => {
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/yaml')
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
  })

  it('is an OpenAPI 3.0 document of this server', () => {
    expect(document.openapi).toMatch(/^3\.0\.\d$/)
    expect(document.info).toMatchObject({ title: 'authserver', version: expect.any(String) })
    expect(document.servers).toEqual([{ url: 'http://localhost:3000' }])
  })

  it('refers only to what it holds, with nothing beside a reference', () => {
    const schemas = Object.keys(document.components.schemas)
    const references = [...nodesOf(document)].filter(([, node]) => '$ref' in node)
    expect(references.length).toBeGreaterThan(0)
    for (const [at, node] of references) {
      expect(Object.keys(node), at).toEqual(['$ref'])
      expect(schemas, at).toContain(String(node.$ref).replace('#/components/schemas/', ''))
    }
  })

  it('holds no schema that nothing refers to', () => {
    const text = JSON.stringify(document)
    for (const name of Object.keys(document.components.schemas)) {
      expect(text).toContain(`"#/components/schemas/${name}"`)
    }
  })

  it('types every schema, and requires only fields that exist', () => {
    for (const [at, node] of nodesOf(document.components.schemas, '#/components/schemas')) {
      if (node.type === 'array') expect(node, at).toHaveProperty('items')
      if (!Array.isArray(node.required)) continue
      expect(Object.keys(node.properties as Node), at).toEqual(
        expect.arrayContaining(node.required),
      )
    }
  })

  it('names every operation once', () => {
    const names = operations.map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
  })

  it('describes every public endpoint besides the operations of the APIs', () => {
    const internal =
      /^\/(api\/.+|health|metrics|ready|\.well-known\/webauthn|auth\/(account|completed|consent|forget-browser|issue|level.*|otp|passkey(-offer|\/options)?|provider(-account|\/\[alias\]\/callback)?|pwd|recovery-codes?|restart))$/
    const pages =
      /^\/(account(\/.+)?|admin\/.+|console\/.+|device|docs(\/.+)?|(forgot|reset)-password|keys|language|list-view|sign-in-link|theme|unauthorized)$/
    // Described with the path that it stands behind.
    const inserted = /\[\.\.\.issuerPath\]$/
    const others = [internal, pages, inserted]
    const paths = routePaths.filter((path) => !others.some((other) => other.test(path)))
    const described = Object.keys(document.paths)
      .filter((path) => !path.startsWith('/api/'))
      .map((path) => path.replaceAll(/[{}]/g, ''))
    expect(described.toSorted()).toEqual(
      paths.map((path) => path.replaceAll(/[[\]]/g, '')).toSorted(),
    )
  })
})

describe.each(titles)('%s', (_, { path, method, operation }) => {
  it('has a name, a summary, known tags and known ways to authenticate', () => {
    expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/)
    expect(operation.summary).not.toBe('')
    const tags = document.tags.map((tag) => tag.name)
    expect(tags).toEqual(expect.arrayContaining(operation.tags))
    for (const way of operation.security) {
      expect(Object.keys(document.components.securitySchemes)).toEqual(
        expect.arrayContaining(Object.keys(way)),
      )
    }
  })

  it('declares exactly the variable parts of its path', () => {
    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
    const variables = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    expect(inPath.map((parameter) => parameter.name)).toEqual(variables)
    expect(inPath.every((parameter) => parameter.required)).toBe(true)
  })

  it('describes its answers by status', () => {
    const answers = Object.entries(operation.responses)
    expect(answers.length).toBeGreaterThan(0)
    for (const [status, answer] of answers) {
      expect(status).toMatch(/^[2-5]\d\d$/)
      expect(answer.description).toEqual(expect.any(String))
      for (const media of Object.values((answer.content ?? {}) as Node)) {
        expect(media).toHaveProperty('schema')
      }
    }
  })

  it('is answered by a route file', async () => {
    const address = path.replaceAll(/\{\w+\}/g, 'x')
    const route = findRoute(address)
    const module = await loadRoute(route?.template ?? '')
    const answer = await module[method.toUpperCase()]?.(
      new Request(`http://localhost:3000${address}`, { method: method.toUpperCase() }),
      { params: Promise.resolve(route?.params ?? {}) },
    )
    expect(answer).toBeDefined()
    expect(answer?.status).not.toBe(405)
  })
})
