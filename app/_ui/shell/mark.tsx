/** The product's mark, in the colors of the theme; the same drawing as `icon.svg`. */
export function Mark() {
  return (
    <svg
      viewBox="0 0 32 32"
      className="size-6.5 shrink-0 fill-primary text-primary-content"
      aria-hidden="true"
      focusable="false"
    >
      <rect width="32" height="32" rx="8" />
      <path
        d="M8.75 25V14.75a7.25 7.25 0 0 1 14.5 0V25"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.75"
        strokeLinecap="round"
      />
      <path
        d="M16 13.25a2.6 2.6 0 0 1 1.35 4.82l.8 5.1a.72.72 0 0 1-.71.83h-2.88a.72.72 0 0 1-.71-.83l.8-5.1A2.6 2.6 0 0 1 16 13.25Z"
        fill="currentColor"
      />
    </svg>
  )
}
