'use client'

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import type { ZodMiniObject, ZodMiniType } from 'zod/mini'
import { useSubmitGuard } from './use-submit-guard.ts'

/** The message of a form and the field it is about. */
export interface FormMessage {
  readonly text: string
  readonly field?: string
}

interface CheckedFormOptions {
  /** The checks, with their messages; the first field that fails is told. */
  readonly schema: ZodMiniObject<Record<string, ZodMiniType<string, string>>>
  /** What the server said about the last attempt. */
  readonly serverMessage: FormMessage | undefined
  /** Puts the typed values in order before they are checked and sent. */
  readonly tidy?: (form: HTMLFormElement) => void
}

/**
 * Checks a form in the browser and then lets the browser send it as it would have without scripts.
 * The checks repeat the server's with the server's words: they only save a round trip.
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
    // Password managers may fill fields without telling the page.
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
    /** What a field's input needs. */
    field: (name: string) => ({ ...register(name), id: name, invalid: message?.field === name }),
  }
}
