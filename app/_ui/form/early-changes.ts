/**
 * What a visitor typed, ticked or chose in a form before scripts began: React has heard none of it. A browser that
 * restores or fills in fields counts as a visitor.
 * @param noted radio buttons that were checked when scripts began
 * @returns one function for each changed field; it changes the field again, from its initial value
 */
export function earlyChanges(form: HTMLFormElement, noted: ReadonlySet<Element>): (() => void)[] {
  return [...form.elements].flatMap((field) => changeOf(field, noted) ?? [])
}

function changeOf(field: Element, noted: ReadonlySet<Element>): (() => void) | null {
  if (field instanceof HTMLSelectElement) return chosen(field)
  if (field instanceof HTMLTextAreaElement) return typed(field)
  if (!(field instanceof HTMLInputElement) || field.type === 'file') return null
  if (field.type === 'radio') return field.checked || noted.has(field) ? picked(field) : null
  return field.type === 'checkbox' ? ticked(field) : typed(field)
}

function typed(field: HTMLInputElement | HTMLTextAreaElement) {
  const { value, defaultValue } = field
  if (value === defaultValue) return null
  // React drops the event of a value that it knows, and it watches the setter of the element itself.
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
  const type = (text: string) => {
    setter?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return () => {
    type(defaultValue)
    type(value)
  }
}

function ticked(field: HTMLInputElement) {
  const { checked, defaultChecked } = field
  if (checked === defaultChecked) return null
  return () => {
    if (field.checked === checked) field.click()
    field.click()
  }
}

function picked(field: HTMLInputElement) {
  if (field.defaultChecked) return null
  const group = [...(field.form?.elements ?? [])] as HTMLInputElement[]
  const initial = group.find((one) => one.name === field.name && one.defaultChecked)
  return () => {
    initial?.click()
    field.click()
  }
}

function chosen(field: HTMLSelectElement) {
  const { selectedIndex } = field
  const initial = [...field.options].findIndex((option) => option.defaultSelected)
  if (selectedIndex === Math.max(initial, 0)) return null
  const choose = (index: number) => {
    field.selectedIndex = index
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  return () => {
    choose(Math.max(initial, 0))
    choose(selectedIndex)
  }
}
