/** A stored row as another one may be stored like it. */
export function withoutId<Row extends { readonly id: number }>({
  id: _,
  ...row
}: Row): Omit<Row, 'id'> {
  return row
}
