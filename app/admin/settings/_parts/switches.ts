/** Whether a switch of a form was on: browsers send nothing for one that is off. */
export function isOn(form: FormData, name: string): boolean {
  return form.get(name) === 'on'
}
