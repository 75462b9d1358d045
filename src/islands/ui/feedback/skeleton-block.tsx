/** A grey placeholder with the size of the content. Screen readers get the loading text beside it instead. */
export function SkeletonBlock({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton ${className}`} />
}
