import { expect, type Page } from '@playwright/test'

/**
 * Every field of a person's password says whether it is the current or a new one, and stands in a form after the name
 * of its account: a text field that takes part in the layout. Password managers save and fill by these. No browser cuts
 * what it holds: a password that is too long is refused.
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
          isCut: password.maxLength >= 0,
          isNamed: box !== undefined && box.width > 0 && box.height > 0 && name?.type !== 'hidden',
        }
      }),
  )
  for (const field of found) {
    expect(field, page.url()).toMatchObject({
      autocomplete: expect.stringMatching(/^(current|new)-password$/),
      isCut: false,
      isNamed: true,
    })
  }
  return found.length
}

/**
 * On a page from right to left, addresses, passwords, codes and numbers of phones are typed from left to right, and
 * stand at the page's start.
 * @returns the number of such fields
 */
export async function expectFieldsTurned(page: Page): Promise<number> {
  const found = await page.evaluate(() => {
    const kinds = 'email,password,tel,url'.split(',').map((type) => `input[type=${type}]`)
    const fields = document.querySelectorAll<HTMLInputElement>(
      [...kinds, 'input[autocomplete=one-time-code]'].join(),
    )
    return [...fields].map((field) => {
      const { direction, textAlign } = getComputedStyle(field)
      const side = {
        start: direction === 'ltr' ? 'left' : 'right',
        end: direction === 'ltr' ? 'right' : 'left',
      }
      return {
        field: field.id || field.name,
        direction,
        align: side[textAlign as keyof typeof side] ?? textAlign,
      }
    })
  })
  for (const one of found) {
    expect(one, page.url()).toMatchObject({
      direction: 'ltr',
      align: expect.stringMatching(/^(right|center)$/),
    })
  }
  return found.length
}
