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
import type { FormState } from './form-state.ts'
import { useRefusal } from './refusals.ts'
import { shownValues } from './typed-values.ts'
import { useUnsavedChanges } from './unsaved-changes.ts'
import { useSubmit } from './use-submit.ts'

interface ActionFormOptions<Values extends FieldValues> {
  /** Path of the route file. */
  readonly action: string
  /** Checks that run in the browser. Default: none. */
  readonly schema?: ZodMiniType<unknown, Values>
  readonly values: DefaultValues<Values>
  /** Fields to empty after a success: passwords and codes. */
  readonly cleared?: readonly FieldPath<Values>[]
  /** Adds to the form data before sending; only with scripts. */
  readonly prepare?: (form: FormData) => void
  /** The form stores no input (a code, a password, a confirmation), so leaving it needs no prompt. */
  readonly isCommand?: boolean
}

/**
 * A form of the console, with its fields. Without scripts, the browser posts it and the next page shows the result. With
 * scripts, the schema is checked first, and a refusal of the server appears at its field while the input remains.
 */
export function useActionForm<Values extends FieldValues>(options: ActionFormOptions<Values>) {
  const { action, schema, values, cleared, prepare, isCommand = false } = options
  const { state, props, run, busy } = useSubmit(action)
  const refused = state.kind === 'refused' ? state : null
  const shown = shownValues(values, refused?.typed ?? null)
  const form = useForm<Values>({
    ...(schema && { resolver: standardSchemaResolver(schema) as never }),
    defaultValues: shown as DefaultValues<Values>,
    // react-hook-form would focus fields in their order of rendering instead of their order on the page.
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

  /** Props of a field's input: name, initial value and error. */
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
    /** Number of unsaved fields, for the form's footer. */
    unsaved: isCommand ? undefined : changes,
    /** The record as the page read it, for the form's footer. */
    read: isCommand ? undefined : (refused?.read ?? stored),
    /** Props of the `form` element. */
    props: { ...props, onSubmit, noValidate: true },
    /** The refusal that concerns no single field. */
    message: refused && !refused.field ? refused : null,
  }
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
): void {
  const shown = useRef(stored)
  useEffect(() => {
    if (shown.current === stored) return
    shown.current = stored
    reset(JSON.parse(stored), { keepDirtyValues: true, keepErrors: true })
  }, [stored, reset])
}

/** Shows the server's answer in the form, once per answer. */
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
      // The inputs stay registered, so that they show the values the page reads next.
      reset({ ...getValues(), ...emptied }, { keepFieldsRef: true })
    }
    if (state.kind === 'refused' && state.field) {
      const field = state.field as FieldPath<Values>
      setError(field, { message: state.message })
      setFocus(field)
    }
  }, [id, state, cleared, reset, getValues, setError, setFocus])
}
