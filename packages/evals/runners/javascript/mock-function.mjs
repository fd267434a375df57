// `jest.fn()` and `jest.spyOn()`: functions that record their calls.
export function fn(body = () => undefined) {
  let current = body;
  const once = [];
  const mock = { calls: [], results: [] };
  function mocked(...values) {
    mock.calls.push(values);
    const result = (once.shift() ?? current).apply(this, values);
    mock.results.push({ type: "return", value: result });
    return result;
  }
  return Object.assign(mocked, {
    mock,
    mockImplementation: (next) => ((current = next), mocked),
    mockReturnValue: (value) => ((current = () => value), mocked),
    mockReturnValueOnce: (value) => (once.push(() => value), mocked),
    mockResolvedValue: (value) => ((current = async () => value), mocked),
    mockClear: () => void mock.calls.splice(0),
    mockReset: () => ((current = () => undefined), void mock.calls.splice(0)),
  });
}

export function spyOn(object, name) {
  const original = object[name];
  const spy = fn(original);
  object[name] = spy;
  return Object.assign(spy, { mockRestore: () => void (object[name] = original) });
}
