/** Why a switch that is on has no effect. */
export function Inactive({ text }: { readonly text: string | undefined }) {
  return text ? <span className="block text-warning-text">{text}</span> : null
}
