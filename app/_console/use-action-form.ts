'use client'

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type FormEvent, useEffect, useRef } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import type { FormAction, FormState } from './form-state.ts'
import { useRefusal } from './refusals.ts'
import { shownValues } from './typed-values.ts'
import { useUnsavedChanges } from './unsaved-changes.ts'
import { useServerAction } from './use-server-action.ts'

interface ActionFormOptions<Values extends FieldValues> {
  readonly action: FormAction
  /** What the browser can tell without the server. Absent: nothing. */
  readonly schema?: ZodMiniType<unknown, Values>
  readonly values: DefaultValues<Values>
  /** Fields emptied when the form has worked: passwords and codes. */
  readonly cleared?: readonly FieldPath<Values>[]
  /** Adds to what is sent, where scripts run. */
  readonly prepare?: (form: FormData) => void
  /** Nothing typed is kept (a code, a password, a confirmation): it may be left without a question. */
  readonly isCommand?: boolean
}

/**
 * A form behind a server action. Without scripts the browser sends it and the answer shows what came
 * of it; with them the schema is asked first, and what the server refuses stands at its field while
 * everything typed stays.
 */
export function useActionForm<Values extends FieldValues>(options: ActionFormOptions<Values>) {
  const { action, schema, values, cleared, prepare, isCommand = false } = options
  const { state, send, run, busy } = useServerAction(action)
  const refused = state.kind === 'refused' ? state : null
  const shown = shownValues(values, refused?.typed ?? null)
  const form = useForm<Values>({
    ...(schema && { resolver: standardSchemaResolver(schema) as never }),
    defaultValues: shown as DefaultValues<Values>,
    // That would go by the order in which parts of a form are drawn; people go by that of the page.
    shouldFocusError: false,
  })
  const { register, handleSubmit, formState } = form
  useAnswer(state, form, cleared)
  const stored = JSON.stringify(values)
  useStoredValues(stored, form)
  useRefusal(Object.keys(formState.errors).length > 0)
  const changes = Object.values(formState.dirtyFields).filter(Boolean).length
  useUnsavedChanges(busy || isCommand ? 0 : changes)

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const element = event.currentTarget
    const submitter = (event.nativeEvent as SubmitEvent).submitter
    void handleSubmit(
      () => {
        const sent = new FormData(element, submitter)
        prepare?.(sent)
        run(sent)
      },
      (errors) => firstNamed(element, Object.keys(errors))?.focus(),
    )(event)
  }

  /** What the input of a field needs: its name, its first value, and what is wrong with it. */
  const field = (name: FieldPath<Values>) => {
    const own = formState.errors[name]?.message
    const ofServer = refused?.field === name && !formState.isSubmitted ? refused.message : undefined
    const error = typeof own === 'string' ? own : ofServer
    return { ...register(name), initial: shown[name] as string | undefined, error }
  }

  return {
    form,
    field,
    state,
    busy,
    /** How many fields are not saved, for the form's foot. */
    unsaved: isCommand ? undefined : changes,
    /** What the form's foot sends of the record as it was read. */
    read: isCommand ? undefined : (refused?.read ?? stored),
    /** For the `form` element. */
    props: { action: send, onSubmit, noValidate: true },
    /** The refusal that is about no single field. */
    message: refused && !refused.field ? refused : null,
  }
}

/** The first input of a form, from top to bottom, that has one of these names. */
function firstNamed(form: HTMLFormElement, names: readonly string[]): HTMLElement | undefined {
  return [...form.querySelectorAll<HTMLElement>('[name]:not([type=hidden])')].find((input) =>
    names.includes(input.getAttribute('name') ?? ''),
  )
}

/** Shows what the page has read since, except in fields that were changed here. */
function useStoredValues<Values extends FieldValues>(
  stored: string,
  { reset }: UseFormReturn<Values>,
): void {
  const shown = useRef(stored)
  useEffect(() => {
    if (shown.current === stored) return
    shown.current = stored
    reset(JSON.parse(stored), { keepDirtyValues: true, keepErrors: true })
  }, [stored, reset])
}

/** Shows in the form what the server answered, once for each answer. */
function useAnswer<Values extends FieldValues>(
  state: FormState,
  { setError, setFocus, reset, getValues }: UseFormReturn<Values>,
  cleared: readonly FieldPath<Values>[] | undefined,
): void {
  const shown = useRef('')
  const id = 'id' in state ? state.id : ''
  useEffect(() => {
    if (shown.current === id) return
    shown.current = id
    if (state.kind === 'done') {
      const emptied = Object.fromEntries((cleared ?? []).map((name) => [name, '']))
      // The inputs stay known: what the page reads next is shown in them.
      reset({ ...getValues(), ...emptied }, { keepFieldsRef: true })
    }
    if (state.kind === 'refused' && state.field) {
      const field = state.field as FieldPath<Values>
      setError(field, { message: state.message })
      setFocus(field)
    }
  }, [id, state, cleared, reset, getValues, setError, setFocus])
}
