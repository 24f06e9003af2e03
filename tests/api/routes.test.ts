import { globSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allContracts, eachContract, parametersOf, shapeOf } from '#tests/support/contracts.ts'
import { server } from '#tests/support/server.ts'

type RouteFile = Readonly<Record<string, (request: Request) => Promise<Response>>>

const appFolder = fileURLToPath(new URL('../../app', import.meta.url))
const files = globSync('api/v1/**/route.ts', { cwd: appFolder }).filter(
  (file) => !file.includes('[...'),
)
const { fetch } = await server()

/** Methods of a route file, from the `Allow` header of its answer to an unknown method. */
async function servedBy(file: string): Promise<string[]> {
  const exported: RouteFile = await import(pathToFileURL(`${appFolder}/${file}`).href)
  const path = `/${file.slice(0, -'/route.ts'.length)}`
  const answer = await exported.PATCH?.(new Request('http://localhost:3000', { method: 'PATCH' }))
  expect(answer?.status, `PATCH ${path}`).toBe(405)
  const allowed = answer?.headers.get('allow')?.split(', ') ?? []
  return allowed.map((method) => `${method} ${shapeOf(path)}`)
}

const served = (await Promise.all(files.map(servedBy))).flat()
const declared = allContracts.map(({ method, path }) => `${method} ${shapeOf(path)}`)

describe('the operations declared and the operations served', () => {
  it('declares every operation once', () => {
    expect(declared.filter((one, i) => declared.indexOf(one) !== i)).toEqual([])
  })

  it('serves every operation declared', () => {
    expect(declared.filter((one) => !served.includes(one))).toEqual([])
  })

  it('serves no operation that is not declared', () => {
    expect(served.filter((one) => !declared.includes(one))).toEqual([])
  })

  it.each(files)('exports a function for every method: app/%s', async (file) => {
    const exported: RouteFile = await import(pathToFileURL(`${appFolder}/${file}`).href)
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      expect(exported[method], method).toBeTypeOf('function')
    }
  })
})

describe.each(eachContract)('the contract %s', (_, contract) => {
  it('names its parameters as its path does', () => {
    const named = contract.params instanceof z.ZodObject ? Object.keys(contract.params.shape) : []
    expect(named).toEqual(parametersOf(contract))
  })

  it('has a body or an upload only when it writes', () => {
    if (contract.method === 'GET' || contract.method === 'DELETE') {
      // A removal may need a confirmation, and nothing else.
      const { body } = contract
      const fields = body instanceof z.ZodObject ? Object.keys(body.shape) : []
      const isConfirmed = contract.method === 'DELETE' && fields.join() === 'confirmation'
      expect([isConfirmed ? undefined : body, contract.upload]).toEqual([undefined, undefined])
    }
    expect(contract.body && contract.upload).toBeUndefined()
  })

  it('says in a sentence what it does, and each refusal once', () => {
    expect(contract.summary).toMatch(/^[A-Z].*[^.]$/)
    expect(new Set(contract.errors).size).toBe(contract.errors.length)
  })
})

describe('a path that no operation has', () => {
  const paths = ['/api/v1/admin/nothing', '/api/v1/nothing', '/api/v1/admin/groups/1/nothing']
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

  it.each(paths)('is answered 404 without a look at the token: %s', async (path) => {
    for (const method of methods) {
      const response = await fetch(path, { method })
      expect(response.status, method).toBe(404)
      expect(await response.json()).toEqual({
        error_code: 'NOT_FOUND',
        error_description: expect.any(String),
      })
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('pragma')).toBe('no-cache')
      expect(response.headers.get('content-type')).toBe('application/json')
    }
  })
})

describe('a path that an operation has', () => {
  it('answers other methods 405 with Allow and no body, whoever asks', async () => {
    const response = await fetch('/api/v1/admin/groups/1', { method: 'POST' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')?.split(', ').toSorted()).toEqual(['DELETE', 'GET', 'PUT'])
    expect(await response.text()).toBe('')
  })

  it('tells browsers of other sites nothing', async () => {
    const headers = { origin: 'https://elsewhere.example' }
    for (const method of ['GET', 'OPTIONS']) {
      const response = await fetch('/api/v1/admin/groups', { method, headers })
      expect(response.headers.has('access-control-allow-origin')).toBe(false)
    }
  })
})
