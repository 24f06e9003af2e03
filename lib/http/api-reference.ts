import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome } from '#lib/answers/outcome.ts'
import { singleton } from '#lib/base/concurrency/singleton.ts'
import { sha256 } from '#lib/base/crypto/hash.ts'
import { programFolder } from '#lib/base/files/program-folder.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import { escapeHtml } from '#lib/base/text/html.ts'
import type { Context } from '#lib/context.ts'
import { darkThemes } from '#lib/domain/branding/themes.ts'

/** The name contains a hash of the content. */
interface PageFile {
  readonly name: string
  readonly contentType: string
  readonly body: Uint8Array<ArrayBuffer>
}

/**
 * The page loads only what this policy lists. Swagger UI changes styles by script only, so inline styles stay
 * forbidden.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * `GET /docs/api`: the reference of all HTTP interfaces. Swagger UI draws it from `/openapi.yaml` in the browser. The
 * page is public, like the description. Its requests need a token pasted into it.
 */
export async function apiReference({ settings }: Context): Promise<Outcome> {
  const files = pageFiles()
  return {
    kind: 'file',
    status: 200,
    contentType: 'text/html; charset=utf-8',
    body: Buffer.from(pageOf(files, settings.appName, settings.uiTheme)),
    headers: { 'Cache-Control': 'no-store', 'Content-Security-Policy': policy },
  }
}

/**
 * `GET /docs/api/{file}`: a file of that page; 404 for other names. The name changes with the content, so caches may
 * keep the file for a year.
 */
export async function apiReferenceFile(_: Context, { params }: Incoming): Promise<Outcome> {
  const file = Object.values(pageFiles()).find(({ name }) => name === params.file)
  if (!file) return { kind: 'text', status: 404, body: 'Not found.\n' }
  const { contentType, body } = file
  const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' }
  return { kind: 'file', status: 200, contentType, body, headers }
}

/**
 * Loads the files on first use: most servers never show the page, and the script has 1.7 MB. Next's build also loads
 * this module, in a place without that folder.
 */
function pageFiles() {
  return singleton('files of the API reference', () => {
    const viewer = join(programFolder(), 'node_modules', 'swagger-ui-dist')
    const own = join(programFolder(), 'app', 'docs', 'api')
    return {
      viewerStyle: pageFile(viewer, 'swagger-ui', 'css'),
      viewerScript: pageFile(viewer, 'swagger-ui-bundle', 'js'),
      style: pageFile(own, 'reference', 'css'),
      script: pageFile(own, 'reference', 'js'),
    }
  })
}

function pageFile(folder: string, name: string, kind: 'css' | 'js'): PageFile {
  const body = readFileSync(/* turbopackIgnore: true */ join(folder, `${name}.${kind}`))
  return {
    name: `${name}-${Buffer.from(sha256(body)).toString('hex', 0, 8)}.${kind}`,
    contentType: kind === 'css' ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
    body,
  }
}

/** In English, like the description that it shows. */
function pageOf(files: ReturnType<typeof pageFiles>, appName: string, theme: string): string {
  const scheme = theme === '' ? 'system' : 'fixed'
  const dark = darkThemes.includes(theme) ? ' class="dark-mode"' : ''
  const name = escapeHtml(appName)
  return `<!doctype html>
<html lang="en" data-scheme="${scheme}"${dark}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name} - API reference</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/docs/api/${files.viewerStyle.name}">
<link rel="stylesheet" href="/docs/api/${files.style.name}">
</head>
<body>
<header class="head"><a href="/">${name}</a><a href="/docs">Documentation</a></header>
<main id="reference"><noscript>The reference needs scripts. The description itself is at
/openapi.yaml.</noscript></main>
<script src="/docs/api/${files.viewerScript.name}"></script>
<script src="/docs/api/${files.script.name}"></script>
</body>
</html>
`
}
