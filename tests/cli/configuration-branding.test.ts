import { beforeEach, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { type OpenDatabase, openSeededDatabase } from '#tests/support/file-database.ts'
import { anImage } from '#tests/support/images.ts'
import { runCommand, runForJson } from './run-command.ts'

interface File {
  readonly settings: { readonly branding?: Record<string, string> }
}

let database: OpenDatabase

beforeEach(async () => {
  database = await openSeededDatabase()
})

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const documentOf = (branding: object) =>
  stringify({ format: 'authserver-configuration', version: 1, settings: { branding } })

async function exported(from: OpenDatabase): Promise<File['settings']['branding']> {
  const { out } = await runCommand(from, ['export'])
  return (parse(out) as File).settings.branding
}

async function imported(into: OpenDatabase, branding: object): Promise<string[]> {
  const { differences } = await runForJson<{ differences: { fields: { name: string }[] }[] }>(
    into,
    ['import', '-'],
    { input: documentOf(branding) },
  )
  return differences.flatMap(({ fields }) => fields.map(({ name }) => name))
}

test('without branding the file has none, so that an older program reads it', async () => {
  expect(await exported(database)).toBeUndefined()
})

test('values and images go to another installation, where a second import changes nothing', async () => {
  await imported(database, {
    primaryColor: '#0F6B5C',
    footerText: 'Company',
    logoLight: base64(await anImage('jpeg', 400, 300)),
    icon: base64(await anImage('webp', 64)),
  })
  const branding = (await exported(database)) ?? {}
  expect(Object.keys(branding)).toEqual(['primaryColor', 'footerText', 'logoLight', 'icon'])
  const target = await openSeededDatabase()
  expect(await imported(target, branding)).toEqual([
    'branding.primaryColor',
    'branding.footerText',
    'branding.logoLight',
    'branding.icon',
  ])
  expect(await exported(target)).toEqual(branding)
  expect(await imported(target, branding)).toEqual([])
  const row = (from: OpenDatabase) => from.client.settings.findFirst()
  expect((await row(target))?.iconEtag).toBe((await row(database))?.iconEtag)
})

test('an empty text removes an image; what is left out stays', async () => {
  const icon = base64(await anImage('png', 64))
  await imported(database, { icon, logoDark: icon })
  expect(await imported(database, { icon: '' })).toEqual(['branding.icon'])
  expect(Object.keys((await exported(database)) ?? {})).toEqual(['logoDark'])
  expect(await database.client.brandingImage.count()).toBe(1)
})

test('the difference of an image does not fill the screen', async () => {
  const input = documentOf({ icon: base64(await anImage('png', 512)) })
  const { out } = await runCommand(database, ['import', '-', '--dry-run'], { input })
  expect(out).toMatch(/branding\.icon: "" → iVBORw0KGgoA… \(\d+ characters\)/)
})

describe('refused, with every problem', () => {
  test.each([
    ['a color that is none', { primaryColor: 'red' }, "'primaryColor' must be empty or a color"],
    ['what is not base64', { icon: '<svg/>' }, "'branding.icon' has an invalid value"],
    ['a drawing', { icon: base64(Buffer.from('<svg xmlns="x"/>')) }, 'SVG isn’t accepted'],
  ])('%s', async (_, branding, problem) => {
    const input = documentOf({ footerText: 'Company', ...branding })
    const { code, err } = await runCommand(database, ['import', '-'], { input })
    expect(code).not.toBe(0)
    expect(err).toContain(problem)
    expect(await exported(database)).toBeUndefined()
  })
})
