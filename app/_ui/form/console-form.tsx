'use client'

import { type ReactNode, useEffect } from 'react'
import { type DefaultValues, type FieldValues, FormProvider } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import { FormFooter } from './form-footer.tsx'
import { useConsoleForm } from './use-console-form.ts'

interface ConsoleFormProps<Values extends FieldValues> {
  /** Path of the route file. */
  readonly action: string
  /** The submit button's label. */
  readonly label: string
  /** Id of the button. Default: `submit`, for a page with one form. */
  readonly id?: string
  /** The stored values; absent if the form is only a button. */
  readonly values?: DefaultValues<Values>
  readonly schema?: ZodMiniType<unknown, Values>
  readonly className?: string
  /** Called after a success. */
  readonly onDone?: () => void
  readonly children?: ReactNode
}

/** A form whose inputs are components with a state of their own: lists, switches, selects (`useFormContext`). */
export function ConsoleForm<Values extends FieldValues>(props: ConsoleFormProps<Values>) {
  const { action, label, id, values, schema, className, onDone, children } = props
  const {
    form,
    field: _,
    controlled: __,
    ...rest
  } = useConsoleForm<Values>({
    action,
    schema,
    values: values ?? ({} as DefaultValues<Values>),
    isCommand: values === undefined,
  })
  const { state } = rest
  useEffect(() => {
    if (state.kind === 'done') onDone?.()
  }, [state, onDone])
  return (
    <FormProvider {...form}>
      <form {...rest.props} className={className ?? 'flex flex-col gap-5'}>
        {children}
        <FormFooter {...rest} {...(id && { id })} label={label} />
      </form>
    </FormProvider>
  )
}
