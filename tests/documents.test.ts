import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { server } from '#tests/support/server.ts'
import { viewOf } from '#tests/support/views.ts'

const { fetch } = await server()

async function documentAt(path: string) {
  const response = await fetch(path)
  const view = viewOf(response)
  return { response, view: view?.page === 'document' ? view : null }
}

describe('the documentation of the server', () => {
  it.each([
    ['/docs', 'Documentation'],
    ['/docs/', 'Documentation'],
    ['/docs/concepts', 'Concepts'],
    ['/docs/operate', 'Operating the server'],
    ['/docs/operate/', 'Operating the server'],
    ['/docs/integrate/web-application?from=console', 'Web application'],
  ])('shows %s', async (path, title) => {
    const { response, view } = await documentAt(path)
    expect(response.status).toBe(200)
    expect(view?.document?.title).toBe(title)
    expect(view?.sections.length).toBeGreaterThan(3)
  })

  it.each([
    '/docs/no-such-page',
    '/docs/decisions',
    '/docs/decisions/console.md',
    '/docs/CONTRIBUTING.md',
    '/docs/README',
    '/docs/constructor',
    '/docs/..%2fpackage.json',
    '/docs/integrate/..%2f..%2f.env',
    '/docs/pictures/',
    '/docs/integrate//web-application',
  ])('answers 404 to %s, inside of the frame', async (path) => {
    const { response, view } = await documentAt(path)
    expect(response.status).toBe(404)
    expect(view?.document).toBeNull()
    expect(view?.sections.length).toBeGreaterThan(3)
  })

  it.each(['README.md', 'concepts.md', 'operate/README.md'])('has the text of %s', async (file) => {
    const response = await fetch(`/docs/${file}`)
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    expect(await response.text()).toBe(readFileSync(`docs/${file}`, 'utf8'))
  })

  it('has its pictures and files', async () => {
    const picture = await fetch('/docs/pictures/console-light.png')
    expect(picture.headers.get('content-type')).toBe('image/png')
    const manifest = await fetch('/docs/operate/kubernetes.yaml')
    expect(manifest.headers.get('content-type')).toBe('application/yaml; charset=utf-8')
  })

  it('has a search whose entries the browser loads at once', async () => {
    const response = await fetch('/docs/search.json')
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toContainEqual(
      expect.objectContaining({ id: '/docs/concepts', title: 'Concepts', heading: '' }),
    )
  })

  it('is only read', async () => {
    const response = await fetch('/docs', { method: 'POST' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })
})
