import { expect, test } from 'vitest'
import { newClientSchema } from '#app/admin/clients/new/kinds.ts'

const schema = newClientSchema((key) => key)
const typed = { kind: 'web', clientIdentifier: 'weather', description: '', redirectUri: '' }

test.each(['\t', '\n', '\r\n', '\u2028', '\u2029', '\u0085'])(
  'a display name pasted with %j in it is one line, and a description keeps its lines',
  (separator) => {
    const text = `The${separator}weather`
    const { displayName, description } = schema.parse({
      ...typed,
      displayName: text,
      description: text,
    })
    expect(displayName).toBe('The weather')
    expect(description).toBe(text)
  },
)
