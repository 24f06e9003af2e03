/** The part of a multipart form that holds the arguments of an action which a script calls. */
export const argumentsPart = '0'

/** No action of ours has so many; on a thousand Next fails. */
const maxArguments = 10
/** In characters: what was typed into a long list goes back and forth. On a million entries React fails. */
const maxArgumentsLength = 1024 * 1024
/** Lists and objects in one another: the arguments, the earlier state of a form, what was typed into it. */
const maxDepth = 3

/**
 * How React writes, in the arguments of an action, a form, nothing, and a text that begins like these. It reads a dozen
 * more, which no page of ours sends: references from one part of the body to another, functions, streams. Most of its
 * ways to fail lie there, and they are open to people who are not signed in.
 */
const knownReference = /^\$(?:K[0-9a-f]+$|undefined$|\$)/

/** The field of a form that names its action where scripts are off. React reads the fields `$ACTION_1:…` for `1`. */
const actionField = '$ACTION_REF_'
/** The field of a form whose action has no arguments of its own; its id follows. */
const plainActionField = '$ACTION_ID_'
/** Of a form and of the button in it: Next expects no more. */
const maxBoundActions = 2
/** What the first of those says: the id of the action, and that the second has its arguments. */
const knownAction = /^\{"id":"[0-9a-f]+","bound":"\$@1"\}$/

/**
 * True for the arguments of an action as our pages send them: a list in JSON.
 * @param sent all that was sent as the arguments; there must be one text
 */
export function areArguments(...sent: readonly unknown[]): boolean {
  const [text] = sent
  if (sent.length !== 1 || typeof text !== 'string' || text.length > maxArgumentsLength)
    return false
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.length <= maxArguments && isKnown(list, maxDepth)
  } catch {
    return false
  }
}

/** True for a form as our pages send it where scripts are off, and for one without an action. */
export function isFormOfPage(form: FormData): boolean {
  return [...form.keys()]
    .filter((name) => name.startsWith(actionField))
    .map((name) => `$ACTION_${name.slice(actionField.length)}:`)
    .every(
      (prefix) =>
        knownAction.test(String(form.get(`${prefix}0`))) &&
        areArguments(...form.getAll(`${prefix}1`)),
    )
}

/**
 * True for a form that names an action, and none but those of the build: for any other Next prints a stack.
 * @param known the ids of the build's actions
 */
export function namesKnownActions(form: FormData, known: ReadonlySet<string>): boolean {
  const fields = [...form.keys()]
  const bound = fields.filter((name) => name.startsWith(actionField))
  const ids = [
    ...fields.filter((name) => name.startsWith(plainActionField)).map(idOfPlainAction),
    ...bound.map((name) => idOfBoundAction(form, name)),
  ]
  return bound.length <= maxBoundActions && ids.length > 0 && ids.every((id) => known.has(id))
}

function idOfPlainAction(name: string): string {
  return name.slice(plainActionField.length)
}

/** @returns '' where the form does not say it once */
function idOfBoundAction(form: FormData, name: string): string {
  const said = form.getAll(`$ACTION_${name.slice(actionField.length)}:0`)
  return (said.length === 1 && /^\{"id":"([0-9a-f]+)"/.exec(String(said[0]))?.[1]) || ''
}

/** @param depth how many lists and objects it may be, in one another */
function isKnown(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !value.startsWith('$') || knownReference.test(value)
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((inner) => isKnown(inner, depth - 1))
}
