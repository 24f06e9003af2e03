/** A stored row without its id, to insert a copy. */
export function withoutId<Row extends { readonly id: number }>({
  id: _,
  ...row
}: Row): Omit<Row, 'id'> {
  return row
}
