/** A property's name, with its location below. */
export function PropertyText({ location, name }: { location?: string | null | undefined; name: string }) {
  return (
    <span className="text-lines">
      <span>{name}</span>
      {location && <span className="caption">{location}</span>}
    </span>
  )
}
