import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programFolder } from '#lib/server/build.ts'
import { type RemoteServer, remoteServer } from '#tests/support/remote.ts'
import { type StartedServer, startServer } from '#tests/support/started-server.ts'
import { consoleCookies } from './console-cookies.ts'

let started: StartedServer
let server: RemoteServer
let cookie: string
/** Length of the output before the made-up calls. */
let before: number

beforeAll(async () => {
  started = await startServer({ RATE_LIMITER_ENABLED: 'false' })
  server = remoteServer(started.baseUrl)
  cookie = await consoleCookies(server, started.administrator, '/admin/users')
  before = started.output().length
})
afterAll(() => started.remove())

/** An action of the build. Its id is public, because the pages' scripts contain it. */
interface Action {
  readonly id: string
  readonly name: string
  /** The address of a page that uses it. */
  readonly path: string
  /** Number of arguments that the page binds, before the earlier state and the form. */
  readonly given: number
  /** True when a form calls it, not only a script. */
  readonly hasForm: boolean
}

function builtActions(): readonly Action[] {
  const manifest = join(programFolder, '.next', 'server', 'server-reference-manifest.json')
  const { node } = JSON.parse(readFileSync(manifest, 'utf8'))
  return Object.entries<{ exportedName: string; filename: string; workers: object }>(node).map(
    ([id, { exportedName: name, filename, workers }]) => {
      const [page = ''] = Object.keys(workers)
      const path = page.slice('app'.length, -'/page'.length).replaceAll(/\[\w+\]/g, '1')
      const source = readFileSync(join(programFolder, filename), 'utf8')
      const [, parameters = ''] = source.split(`function ${name}(`)[1]?.match(/^([^)]*)\)/) ?? []
      const names = [...parameters.matchAll(/(\w+): /g)].map(([, parameter]) => parameter)
      const hasForm = names.at(-1) === 'form'
      const given = names.filter((one) => one !== '_earlier' && one !== 'form').length
      return { id, name, path, given, hasForm }
    },
  )
}

/** Values in place of a record's number, a list position or a form, in React's encoding. */
const nonsense = [
  'null',
  '".."',
  '"..',
  '{"toString":1}',
  '1e400',
  '-1',
  '[[1]]',
  '"$K1"',
  '"$undefined"',
]
const nobody = '999999'

/** Arguments that no page sends. */
function madeUpCalls({ given, hasForm }: Action): readonly string[] {
  const call = (first: string, ...others: string[]) =>
    `[${[...Array.from({ length: given }, () => first), ...others].join()}]`
  const form = hasForm ? ['{"kind":"new"}', '"$K1"'] : []
  const withoutForm = nonsense.filter((sent) => sent !== '"$K1"')
  return [
    '[]',
    ...(given > 0 ? nonsense.map((sent) => call(sent, ...form)) : []),
    ...(hasForm ? withoutForm.map((sent) => call(nobody, 'null', sent)) : []),
  ]
}

/** Calls an action as a script does. The body starts with the form that its arguments may reference as `$K1`. */
async function send(
  { id, path }: Action,
  sent: string,
  more: Readonly<Record<string, string>>,
  form: Readonly<Record<string, string>> = { a: 'b' },
) {
  const body = new FormData()
  for (const [name, value] of Object.entries(form)) body.append(`_1_${name}`, value)
  body.append('0', sent)
  const headers = { 'sec-fetch-site': 'same-origin', 'next-action': id, ...more }
  const response = await server.fetch(path, { method: 'POST', headers, body })
  return { status: response.status, text: await response.text() }
}

const actions = builtActions()

test('every action of the build is known here', () => {
  expect(actions.length).toBeGreaterThan(70)
  // Only these two are called by a script, to read data.
  const names = actions.filter(({ hasForm }) => !hasForm).map(({ name }) => name)
  expect(names.toSorted()).toEqual(['permissionsOfResource', 'revealSecret'])
})

describe('the made-up call of an action', () => {
  test('of somebody without a session: the session has ended, whatever was sent', async () => {
    for (const action of actions) {
      for (const sent of madeUpCalls(action)) {
        const { status, text } = await send(action, sent, {})
        const what = `${action.name} ${sent}`
        if (status === 400) expect(text, what).toContain('<html')
        else if (action.name === 'permissionsOfResource') expect(text, what).toContain('1:null')
        else expect([status, text], what).toEqual([200, expect.stringContaining('session-ended')])
        // A re-rendered page would redirect to the sign-in and lose the input.
        expect(text, what).not.toContain('NEXT_REDIRECT')
      }
    }
  })

  test('of an administrator is refused, and changes nothing', async () => {
    for (const action of actions) {
      for (const sent of madeUpCalls(action)) {
        const { status, text } = await send(action, sent, { cookie })
        const what = `${action.name} ${sent}: ${text.slice(0, 300)}`
        expect([200, 400], what).toContain(status)
        if (status === 200) expect(text, what).toMatch(/"kind":"(refused|problem)"|1:null/)
      }
    }
    // Changes and revealed secrets would be in the audit log.
    expect(started.output().slice(before)).not.toContain('"audit_event"')
  })

  test('of a browser without scripts is refused where no page could have sent it', async () => {
    const action = actions.find(({ name }) => name === 'saveAddress')
    if (!action) throw new Error('There is no such action.')
    const { id, path } = action
    const called = `{"id":"${id}","bound":"$@1"}`
    const sent = async (first: string, second: string) => {
      const body = new FormData()
      body.append('$ACTION_REF_1', '')
      body.append('$ACTION_1:0', first)
      body.append('$ACTION_1:1', second)
      const headers = { 'sec-fetch-site': 'same-origin', cookie }
      return (await server.fetch(path, { method: 'POST', headers, body })).status
    }
    for (const given of ['null', 'x', '["$F1"]', '["$B1"]', '['.repeat(20_000)]) {
      expect(await sent(called, given), given.slice(0, 20)).toBe(400)
    }
    for (const call of [
      `{"id":"${id}","bound":null}`,
      `{"id":"${id}"}`,
      `{"id":"${id}","id":"x"}`,
    ]) {
      expect(await sent(call, '[]'), call).toBe(400)
    }
    for (const given of ['[]', '[1,2,3]']) expect(await sent(called, given), given).toBe(200)
  })
})

test('what the router says of a page is no failure of ours when it is made up', async () => {
  const states = ['made-up', '%', '[]', '["",{},null,"made-up"]', '["",{"a":'.repeat(800)]
  for (const state of states) {
    const headers = { cookie, rsc: '1', 'next-router-state-tree': encodeURIComponent(state) }
    const { status } = await server.fetch('/account/address?_rsc=1', { headers })
    expect(status, state.slice(0, 20)).toBe(406)
  }
})

test('behind a proxy that ends TLS, an action leads on to a page without asking the proxy’s way', async () => {
  const create = actions.find(({ name }) => name === 'createGroup')
  if (!create) throw new Error('There is no such action.')
  const more = { cookie, 'x-forwarded-proto': 'https' }
  const form = { groupIdentifier: 'behind-a-proxy', description: '' }
  const { text } = await send(create, '[null,"$K1"]', more, form)
  expect(text).toContain('behind-a-proxy')
  expect(started.output().slice(before)).not.toContain('failed to get redirect response')
})

test('nothing of it is logged as a failure', () => {
  expect(started.output().slice(before)).not.toMatch(/"level":"(error|fatal)"/)
})
