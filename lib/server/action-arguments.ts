/** The part of a multipart form with the arguments of an action that a script calls. */
export const argumentsPart = '0'

/** Our actions take fewer arguments. Next fails on a thousand. */
const maxArguments = 10
/** In characters. The text typed into a long list is sent back and forth. React fails on a million entries. */
const maxArgumentsLength = 1024 * 1024
/** Nesting of lists and objects: the arguments, the previous state of a form, and its typed values. */
const maxDepth = 3

/**
 * React's encoding, in action arguments, of a form, of undefined, and of a text that begins with `$`. React accepts a
 * dozen more encodings that our pages never send: references between parts of the body, functions, streams. Most of
 * React's failures come from those, and unauthenticated clients could trigger them.
 */
const knownReference = /^\$(?:K[0-9a-f]+$|undefined$|\$)/

/** The field by which a form without scripts names its action. React reads the fields `$ACTION_1:…` for `1`. */
const actionField = '$ACTION_REF_'
/** The field of a form whose action has no bound arguments; the action's id follows. */
const plainActionField = '$ACTION_ID_'
/** One for the form and one for its submit button: Next expects no more. */
const maxBoundActions = 2
/** The first of those fields: the action's id, and a reference to the field with the arguments. */
const knownAction = /^\{"id":"[0-9a-f]+","bound":"\$@1"\}$/

/**
 * True for action arguments as our pages send them: a JSON list.
 * @param sent all values of the arguments field; exactly one text is valid
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

/** True for a form as our pages send it without scripts, and for a form without an action. */
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
 * True for a form that names an action, and only actions of the build. For an unknown action, Next prints a stack.
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

/** @returns '' unless the form has the field exactly once */
function idOfBoundAction(form: FormData, name: string): string {
  const said = form.getAll(`$ACTION_${name.slice(actionField.length)}:0`)
  return (said.length === 1 && /^\{"id":"([0-9a-f]+)"/.exec(String(said[0]))?.[1]) || ''
}

/** @param depth permitted levels of nested lists and objects */
function isKnown(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !value.startsWith('$') || knownReference.test(value)
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((inner) => isKnown(inner, depth - 1))
}
