'use client'

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { ZodMiniObject, ZodMiniType } from 'zod/mini'
import { useSubmitGuard } from '#app/_ui/form/use-submit-guard.ts'

export interface FormMessage {
  readonly text: ReactNode
  readonly field?: string | undefined
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
  const form = useRef<HTMLFormElement>(null)
  useEmptySecrets(form)
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
    /** The message that is about no field. */
    message: message && !names.includes(message.field ?? '') ? message.text : undefined,
    /** Props of the form. */
    form: { ref: form, method: 'post', noValidate: true, onSubmit, className: 'ui-form' } as const,
    /** Props of a field's input. */
    field: (name: string) => ({
      ...register(name),
      id: name,
      error: message?.field === name ? message.text : undefined,
    }),
  }
}

/** Browsers keep a page as it was left: after the Back button, its passwords and codes are gone. */
function useEmptySecrets(form: { readonly current: HTMLFormElement | null }): void {
  useEffect(() => {
    const empty = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      const fields = form.current?.querySelectorAll<HTMLInputElement>(secrets) ?? []
      for (const field of fields) field.value = ''
    }
    window.addEventListener('pageshow', empty)
    return () => window.removeEventListener('pageshow', empty)
  }, [form])
}

const secrets = 'input:is([autocomplete$=-password], [autocomplete=one-time-code])'
