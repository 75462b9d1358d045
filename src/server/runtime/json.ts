/** The parsed body; null if it is no JSON. The caller validates it, and null fits no schema. */
export async function jsonOrNull(message: Response): Promise<unknown> {
  return message.json().catch(() => null)
}
