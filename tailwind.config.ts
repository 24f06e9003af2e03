import type { Config } from 'tailwindcss'

/** Fonts of the visitor's system: nothing is fetched, and every script it can read is covered. */
const sans = [
  'ui-sans-serif',
  'system-ui',
  '-apple-system',
  'Segoe UI',
  'Roboto',
  'Helvetica Neue',
  'Noto Sans',
  'Hiragino Sans',
  'Noto Sans JP',
  'Noto Sans Arabic',
  'Arial',
  'sans-serif',
]

const mono = ['ui-monospace', 'SFMono-Regular', 'Menlo', 'Consolas', 'Liberation Mono', 'monospace']

export default {
  theme: { extend: { fontFamily: { sans, mono } } },
} satisfies Config
