import { expect, test } from 'vitest'
import { clientFields } from '#app/admin/clients/_parts/client-schema.ts'
import { clientIdOfName } from '#app/admin/clients/new/client-id-of-name.ts'

const { displayName, description } = clientFields((key) => key)

test.each(['\t', '\n', '\r\n', '\u2028', '\u2029', '\u0085'])(
  'a display name pasted with %j in it is one line, and a description keeps its lines',
  (separator) => {
    const text = `The${separator}weather`
    expect(displayName.parse(text)).toBe('The weather')
    expect(description.parse(text)).toBe(text)
  },
)

test.each([
  ['Shift planner', 'shift-planner'],
  ['Größe & Maß', 'grosse-mass'],
  ['  Łódź — 2  ', 'lodz-2'],
  ['3D', 'app-3d'],
  ['X', 'app-x'],
  ['天気', ''],
  ['a'.repeat(60), 'a'.repeat(38)],
  [`${'a'.repeat(37)} b`, 'a'.repeat(37)],
])('the name %j makes the client ID %j', (name, id) => {
  expect(clientIdOfName(name)).toBe(id)
})
