/// What the seller says.
pub fn two_fer(name: &str) -> String {
    let name = match name.trim() {
        "" => "a friend",
        given => given,
    };
    format!("A loaf for {name} and a loaf for me.")
}
