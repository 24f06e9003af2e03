'use client'

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import type { ZodMiniObject, ZodMiniType } from 'zod/mini'
import { useSubmitGuard } from './use-submit-guard.ts'

export interface FormMessage {
  readonly text: string
  readonly field?: string
}

interface CheckedFormOptions {
  /** The checks with their messages; the form shows the message of the first invalid field. */
  readonly schema: ZodMiniObject<Record<string, ZodMiniType<string, string>>>
  /** The server's message about the last attempt. */
  readonly serverMessage: FormMessage | undefined
  /** Normalizes the input before it is checked and sent. */
  readonly tidy?: (form: HTMLFormElement) => void
}

/**
 * Checks a form in the browser, then lets the browser send it as it would without scripts. The checks repeat the
 * server's, in the same words: they only save a round trip.
 */
export function useCheckedForm(options: CheckedFormOptions) {
  const { schema, serverMessage, tidy } = options
  const names = Object.keys(schema.shape)
  const guard = useSubmitGuard()
  const { register, handleSubmit, setValue, formState } = useForm<Record<string, string>>({
    resolver: standardSchemaResolver(schema),
  })

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    tidy?.(form)
    // Password managers may fill fields without firing events.
    const typed = new FormData(form)
    for (const name of names) setValue(name, String(typed.get(name) ?? ''))
    void handleSubmit(() => {
      if (guard.claim()) form.submit()
    })(event)
  }

  const failed = names.find((name) => formState.errors[name])
  const own = failed === undefined ? undefined : formState.errors[failed]?.message
  const message = own === undefined ? serverMessage : { text: own, field: failed }
  return {
    busy: guard.busy !== undefined,
    message: message?.text,
    onSubmit,
    /** Props of a field's input. */
    field: (name: string) => ({ ...register(name), id: name, invalid: message?.field === name }),
  }
}
