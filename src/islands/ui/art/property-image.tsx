/** Fills its positioned parent. Decorative: the property's name is beside it. */
export function PropertyImage({ image_url }: { image_url: string }) {
  return <img alt="" className="absolute inset-0 size-full object-cover" decoding="async" src={image_url} />
}
