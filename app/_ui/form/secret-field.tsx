'use client'

import type { ComponentProps } from 'react'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { TextField } from './fields.tsx'
import { useReveal } from './use-reveal.tsx'

/** A password input of a console form. */
export function SecretField(props: ComponentProps<typeof TextField>) {
  const t = useTexts()
  const { input, button } = useReveal({
    show: t('common.show_password'),
    hide: t('common.hide_password'),
  })
  return <TextField {...props} {...input} adornment={button} />
}
