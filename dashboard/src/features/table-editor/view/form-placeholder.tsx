/** The height of the form while its code loads. */
export const FormPlaceholder = () => <div className="h-28" />
