import { isComposing } from '#app/_ui/form/is-composing.ts'

/**
 * True for the press of a single key that is a shortcut: without Ctrl, Alt, Meta and AltGr, outside of fields and
 * dialogs, once for a key that is held, and unless the visitor switched such shortcuts off (WCAG 2.1.4).
 */
export function isSingleKey(event: KeyboardEvent): boolean {
  if (isComposing(event) || event.repeat || event.defaultPrevented) return false
  if (event.ctrlKey || event.altKey || event.metaKey || event.getModifierState('AltGraph'))
    return false
  const target = event.target as HTMLElement
  if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) {
    if (!(target instanceof HTMLInputElement && target.type === 'checkbox')) return false
  }
  if (target.closest('dialog, :popover-open')) return false
  return !document.querySelector('[data-single-keys=off]')
}
