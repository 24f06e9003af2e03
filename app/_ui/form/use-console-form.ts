'use client'

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import {
  type Control,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
  useWatch,
} from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import { countChanges } from './count-changes.ts'
import type { FormState } from './form-state.ts'
import { withLineFeeds } from './line-feeds.ts'
import { useRefusal } from './refusals.ts'
import { shownValues } from './typed-values.ts'
import { useUnsavedChanges } from './unsaved-changes.ts'
import { useEarlyChanges } from './use-early-changes.ts'
import { useSubmit } from './use-submit.ts'

/** The props that a field with a state of its own takes (`useController`). */
export interface ControlledBinding {
  readonly name: string
  readonly control: Control<FieldValues>
  readonly error: string | undefined
}

interface ConsoleFormOptions<Values extends FieldValues> {
  /** Path of the route file. */
  readonly action: string
  /** Checks that run in the browser. Default: none. */
  readonly schema?: ZodMiniType<unknown, Values> | undefined
  /** The stored values. A list is an array, and a set of checkboxes is an object. */
  readonly values: DefaultValues<Values>
  /** Fields to empty after a success: passwords and codes. */
  readonly cleared?: readonly FieldPath<Values>[]
  /** Adds to the form data before sending; false, or its promise, keeps it from being sent. Only with scripts. */
  readonly prepare?: (form: FormData) => unknown
  /** The form stores no input (a code, a password, a confirmation), so leaving it needs no prompt. */
  readonly isCommand?: boolean
}

/** A message moves the content below it, so it waits until a click there has ended. */
const delayError = 300

/**
 * A form of the console, with its fields. Without scripts, the browser posts it and the next page shows the result. With
 * scripts, the schema is checked first, and a refusal of the server appears at its field while the input remains.
 */
export function useConsoleForm<Values extends FieldValues>(options: ConsoleFormOptions<Values>) {
  const { action, schema, cleared, prepare, isCommand = false } = options
  const values = asHeld(options.values)
  const { state, props, run, busy } = useSubmit(action)
  const refused = state.kind === 'refused' ? state : null
  const sent = refused ?? (state.kind === 'previewed' ? state : null)
  const shown = shownValues(values, sent?.typed ?? null)
  const isNested = Object.values(values).some((value) => typeof value === 'object')
  const form = useForm<Values>({
    ...(schema && { resolver: standardSchemaResolver(schema) as never }),
    ...(isNested && { mode: 'onTouched', delayError }),
    defaultValues: shown as DefaultValues<Values>,
    // react-hook-form would focus fields in their order of rendering instead of their order on the page.
    shouldFocusError: false,
  })
  const { control, register, handleSubmit, formState } = form
  const stored = JSON.stringify(values)
  const lastSent = useRef<Values>(null)
  useAnswer(state, form, { cleared, stored: isNested ? stored : null, lastSent })
  useStoredValues(stored, form, isNested)
  useRefusal(Object.keys(formState.errors).length > 0)
  const watched = useWatch({ control, disabled: !isNested })
  const changes = isNested
    ? countChanges(watched ?? shown, values)
    : Object.values(formState.dirtyFields).filter(Boolean).length
  useUnsavedChanges(busy || isCommand ? 0 : changes)
  const early = useEarlyChanges()

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const element = event.currentTarget
    const submitter = (event.nativeEvent as SubmitEvent).submitter
    void handleSubmit(
      async () => {
        const typed = new FormData(element, submitter)
        if ((await prepare?.(typed)) === false) return
        lastSent.current = form.getValues()
        run(typed)
      },
      (errors) => firstNamed(element, namesOf(errors))?.focus(),
    )(event)
  }

  const errorOf = (name: FieldPath<Values>) => {
    const own = formState.errors[name]?.message
    const ofServer = formState.isSubmitted ? undefined : refusalAt(refused, name)
    return typeof own === 'string' ? own : ofServer
  }

  /** Props of a field's input: name, initial value and error. */
  const field = (name: FieldPath<Values>) => {
    const registered = register(name)
    return {
      ...registered,
      ref: early.noting(registered.ref),
      initial: shown[name] as string | undefined,
      error: errorOf(name),
    }
  }

  /** Props of a field that keeps its value in the form by itself. */
  const controlled = (name: FieldPath<Values>): ControlledBinding => ({
    name,
    control: control as unknown as Control<FieldValues>,
    error: errorOf(name),
  })

  /** Types values into fields: they are saved like those that the visitor typed. */
  const fill = (typed: Partial<Values>) => {
    for (const [name, value] of Object.entries(typed)) {
      form.setValue(name as FieldPath<Values>, value, { shouldDirty: true })
    }
  }

  return {
    form,
    field,
    controlled,
    fill,
    state,
    busy,
    /** Number of unsaved changes, for the form's footer. */
    unsaved: isCommand ? undefined : changes,
    /** Shows the stored values again, for the form's footer; absent if the form holds passwords only. */
    discard: isKept(values, cleared)
      ? () => form.reset(JSON.parse(stored), { keepFieldsRef: !isNested })
      : undefined,
    /** The record as the page read it, for the form's footer. */
    read: isCommand ? undefined : (sent?.read ?? stored),
    /** Props of the `form` element. */
    props: { ...props, ref: early.form, onSubmit, noValidate: true },
    /** The refusal that concerns no single field. */
    message: refused && !refused.field ? refused : null,
  }
}

/** The values as fields hold them; otherwise a field would seem to be changed. */
function asHeld<Values extends object>(values: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? withLineFeeds(value) : value,
  ])
  return Object.fromEntries(entries) as Values
}

/** The server's refusal at a field. */
function refusalAt(
  refused: Extract<FormState, { kind: 'refused' }> | null,
  name: string,
): string | undefined {
  const conflict = refused?.conflicts?.find(({ field }) => field === name)
  return conflict?.message ?? (refused?.field === name ? refused.message : undefined)
}

/** Whether some of the form's input is stored as it is. */
function isKept(values: object, cleared: readonly string[] = []): boolean {
  return Object.keys(values).some((name) => !cleared.includes(name))
}

/** The names of the inputs with an error: `entries.0.value` for one of a list. */
function namesOf(errors: FieldErrors | FieldErrors[string], path = ''): readonly string[] {
  if (!errors || typeof errors !== 'object') return []
  if ('type' in errors && typeof errors.type === 'string') return [path]
  return Object.entries(errors).flatMap(([name, inner]) =>
    namesOf(inner, path ? `${path}.${name}` : name),
  )
}

/** The topmost input of a form with one of these names. */
function firstNamed(form: HTMLFormElement, names: readonly string[]): HTMLElement | undefined {
  return [...form.querySelectorAll<HTMLElement>('[name]:not([type=hidden])')].find((input) =>
    names.includes(input.getAttribute('name') ?? ''),
  )
}

/** Shows values that the page has read since, except in fields that the visitor changed. */
function useStoredValues<Values extends FieldValues>(
  stored: string,
  { reset }: UseFormReturn<Values>,
  isNested: boolean,
): void {
  const shown = useRef(stored)
  useEffect(() => {
    if (shown.current === stored) return
    shown.current = stored
    // The rows of a list have no identity that would allow a merge.
    reset(JSON.parse(stored), isNested ? {} : { keepDirtyValues: true, keepErrors: true })
  }, [stored, reset, isNested])
}

interface AnswerOptions<Values extends FieldValues> {
  readonly cleared: readonly FieldPath<Values>[] | undefined
  /** The stored values to show after a success; null: those of the form. */
  readonly stored: string | null
  /** The values of the form as it was sent. */
  readonly lastSent: RefObject<Values | null>
}

/** Shows the server's answer in the form, once per answer. What was typed since the form was sent stays unsaved. */
function useAnswer<Values extends FieldValues>(
  state: FormState,
  { setError, setFocus, setValue, reset, getValues }: UseFormReturn<Values>,
  { cleared = [], stored, lastSent }: AnswerOptions<Values>,
): void {
  const shown = useRef('')
  const id = 'id' in state ? state.id : ''
  useEffect(() => {
    if (shown.current === id) return
    shown.current = id
    if (state.kind === 'done') {
      const emptied = Object.fromEntries(cleared.map((name) => [name, '']))
      const now = getValues()
      const saved = lastSent.current ?? now
      const values = stored === null ? saved : JSON.parse(stored)
      // The inputs stay registered, so that they show the values the page reads next.
      reset({ ...values, ...emptied }, { keepFieldsRef: stored === null })
      for (const name of stored === null ? typedSince(saved, now) : []) {
        if (!cleared.includes(name)) setValue(name, now[name], { shouldDirty: true })
      }
    }
    if (state.kind === 'refused' && state.field) {
      const field = state.field as FieldPath<Values>
      for (const { field: other, message } of state.conflicts ?? []) {
        setError(other as FieldPath<Values>, { message })
      }
      setError(field, { message: state.message })
      setFocus(field)
    }
  }, [id, state, cleared, stored, lastSent, reset, getValues, setValue, setError, setFocus])
}

/** The fields that changed while the form was on its way. */
function typedSince<Values extends FieldValues>(sent: Values, now: Values): FieldPath<Values>[] {
  return Object.keys(now).filter((name) => now[name] !== sent[name]) as FieldPath<Values>[]
}
