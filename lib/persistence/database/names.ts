const columnNames = new Map<string, string>()
const fieldNames = new Map<string, string>()

/** The database's name of a table or column: `clientId` is `client_id` there. */
export function columnName(field: string): string {
  return remembered(columnNames, field, () =>
    field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
}

/** The program's name of a table or column: `client_id` is `clientId` here. */
export function fieldName(column: string): string {
  return remembered(fieldNames, column, () =>
    column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
  )
}

/** Names come from the program's own queries: they are few. */
function remembered(names: Map<string, string>, name: string, derive: () => string): string {
  let derived = names.get(name)
  if (derived === undefined) {
    derived = derive()
    names.set(name, derived)
  }
  return derived
}
