import { describe, expect, it } from 'vitest'
import { server } from '#tests/support/server.ts'

const { fetch } = await server()
const page = await fetch('/docs/api')
const html = await page.text()
const loaded = [...html.matchAll(/(?:src|href)="(\/docs\/api\/[^"]+)"/g)].map((match) => match[1])

describe('the page of the API reference', () => {
  it('runs its own files only, none of it inline', () => {
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(html).not.toMatch(/<script>|<style|style="| on[a-z]+="/)
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//)
  })

  it('has a language and a title with the name of the installation', () => {
    expect(html).toContain('<html lang="en"')
    expect(html).toContain('<title>authserver - API reference</title>')
  })

  it('loads files that are kept for a year, since their names change with them', async () => {
    expect(loaded).toHaveLength(4)
    for (const path of loaded) {
      const file = await fetch(path ?? '')
      expect(file.status, path).toBe(200)
      expect(file.headers.get('content-type')).toMatch(/^text\/(css|javascript); charset=utf-8$/)
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect((await file.text()).length).toBeGreaterThan(100)
    }
  })

  it.each([
    'swagger-ui.css',
    'swagger-ui-bundle.js',
    'package.json',
    'route.ts',
    'reference.js',
    '%2e%2e%2fapi%2froute.ts',
    '..%2f..%2f..%2fpackage.json',
    'constructor',
    '__proto__',
  ])('serves nothing else: %s', async (name) => {
    const answer = await fetch(`/docs/api/${name}`)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})
