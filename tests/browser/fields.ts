import { expect, type Page } from '@playwright/test'

/**
 * Every field of a person's password says whether it is the current or a new one, and stands in a form after the name
 * of its account: a text field that takes part in the layout. Password managers save and fill by these.
 * @returns the number of such fields
 */
export async function expectPasswordsNamed(page: Page): Promise<number> {
  const found = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input[type=password]')]
      // Secrets of a server, such as that of a mail server, are no passwords of a person.
      .filter(({ autocomplete }) => autocomplete !== 'off')
      .map((password) => {
        const fields = [...(password.form?.elements ?? [])]
        const before = fields.slice(0, fields.indexOf(password))
        const name = before.find(
          (field): field is HTMLInputElement =>
            field instanceof HTMLInputElement && field.autocomplete.startsWith('username'),
        )
        const box = name?.getBoundingClientRect()
        return {
          id: password.id,
          autocomplete: password.autocomplete,
          isNamed: box !== undefined && box.width > 0 && box.height > 0 && name?.type !== 'hidden',
        }
      }),
  )
  for (const field of found) {
    expect(field, page.url()).toMatchObject({
      autocomplete: expect.stringMatching(/^(current|new)-password$/),
      isNamed: true,
    })
  }
  return found.length
}
