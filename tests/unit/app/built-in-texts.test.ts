import { describe, expect, test } from 'vitest'
import { permissionDescription, resourceDescription } from '#app/_ui/text/built-in-texts.ts'
import { builtInPermissions, builtInResource } from '#lib/domain/permissions/built-in.ts'
import { textsIn } from '#lib/i18n/texts.ts'

function permissionOf(permissionIdentifier: string, description: string, isBuiltIn = true) {
  const { identifier: resourceIdentifier } = builtInResource
  return {
    ...{ id: 2, permissionIdentifier, description, resourceId: 1 },
    resource: { id: 1, resourceIdentifier, description: '', isSystemLevelResource: isBuiltIn },
  }
}

describe('the description of a built-in permission', () => {
  test.each(builtInPermissions)('$identifier reads in the words of the catalog', (one) => {
    const permission = permissionOf(one.identifier, one.description)
    expect(permissionDescription(textsIn('en'), permission)).toBe(
      textsIn('en')(`resources.shipped.${one.identifier}`),
    )
  })

  test('is in the page’s language', () => {
    const permission = permissionOf('manage', 'Manage everything')
    expect(permissionDescription(textsIn('de'), permission)).toBe(
      'Volle Kontrolle über diesen Server',
    )
  })

  test('is what somebody has written since', () => {
    const permission = permissionOf('manage', 'For the three of us')
    expect(permissionDescription(textsIn('de'), permission)).toBe('For the three of us')
  })
})

test('a permission of another resource keeps its text, even the same', () => {
  const permission = permissionOf('manage', 'Manage everything', false)
  expect(permissionDescription(textsIn('de'), permission)).toBe('Manage everything')
})

describe('the description of the built-in resource', () => {
  const { description } = builtInResource

  test('reads in the words of the catalog', () => {
    const stored = { description, isSystemLevelResource: true }
    expect(resourceDescription(textsIn('en'), stored)).toBe('This server itself (built in)')
  })

  test('is in the page’s language until somebody writes another', () => {
    const shown = (text: string) =>
      resourceDescription(textsIn('de'), { description: text, isSystemLevelResource: true })
    expect(shown(description)).toBe('Dieser Server selbst (eingebaut)')
    expect(shown('Ours')).toBe('Ours')
  })
})
