'use client'

import { useEffect, useRef } from 'react'

/** Takes the email that is typed on a sign-in page along with the form around it. */
export function KeepTypedEmail() {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const field = input.current
    const form = field?.form
    if (!form) return
    const take = () => {
      const typed = document.querySelector<HTMLInputElement>('main input#email')
      field.value = typed?.value ?? ''
    }
    form.addEventListener('submit', take)
    return () => form.removeEventListener('submit', take)
  }, [])
  return <input ref={input} type="hidden" name="email" defaultValue="" />
}
